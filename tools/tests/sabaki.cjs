// Reads game records with a parser that is not ours, @sabaki/sgf.
//
// usage: node sabaki.cjs FOLDER FILE...
//   FOLDER  where node_modules lies
//
// Prints a line for each file: number of game trees, size, result, moves of the main line, and the
// points of the first three moves. A file that is no record ends the program with status 1.

const { createRequire } = require("node:module");

const [folder, ...files] = process.argv.slice(2);
const need = createRequire(folder + "/");
const sgf = need("@sabaki/sgf");

for (const file of files) {
  const roots = sgf.parseFile(file);
  const root = roots[0].data;
  const moves = [];
  for (let node = roots[0]; node; node = node.children[0]) {
    for (const name of ["B", "W"]) {
      for (const point of node.data[name] ?? []) moves.push(name + point);
    }
  }
  const fields = [roots.length, root.SZ[0], root.RE[0], moves.length, moves.slice(0, 3).join(",")];
  console.log(fields.join("\t"));
}
