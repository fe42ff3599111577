// An analysis driven by a client that is not ours, @sabaki/gtp: it subscribes to the lines of an
// analysis, interrupts it by the next command, and lets a move be generated that it looks on at.
//
// usage: node analysis.cjs FOLDER ENGINE
//   FOLDER  where node_modules lies
//   ENGINE  a JSON list of program and arguments
//
// Anything unexpected ends the program with status 1 and says why.

const { createRequire } = require("node:module");

const [folder, engineText] = process.argv.slice(2);
const { Controller } = createRequire(folder + "/")("@sabaki/gtp");

const expect = (condition, message) => {
  if (!condition) throw new Error(message);
};

/** Moves as Sabaki wants them: vertex, visits, share of wins, order, variation. */
function parse(line) {
  return line
    .split(/\s*info\s+/)
    .slice(1)
    .map((text) => {
      const match = text.match(
        /^move (\S+) visits (\d+) .*?winrate (\S+) .*?order (\d+) .*?pv ((?:[A-Z]\d+|pass)(?: (?:[A-Z]\d+|pass))*)/,
      );
      expect(match, `no move: ${text}`);
      return { move: match[1], visits: +match[2], winrate: +match[3], order: +match[4], pv: match[5].split(" ") };
    });
}

async function main() {
  const [program, ...args] = JSON.parse(engineText);
  const controller = new Controller(program, args);
  controller.start();
  const send = async (name, args, onLine) => {
    const { error, content } = await controller.sendCommand({ name, args }, ({ line }) => onLine?.(line));
    expect(!error, `${name}: ${content}`);
    return content;
  };
  const commands = (await send("list_commands", [])).split("\n");
  for (const name of ["analyze", "lz-analyze", "kata-analyze"]) {
    const [prefix] = name.split("analyze");
    expect(commands.includes(name) && commands.includes(`${prefix}genmove_analyze`), `no ${name}`);
  }
  await send("boardsize", ["6"]);
  for (const name of ["analyze", "lz-analyze", "kata-analyze"]) {
    const lines = [];
    let interrupted;
    const done = send(name, ["B", "5"], (line) => {
      if (!line.startsWith("info ")) return;
      lines.push(line);
      if (lines.length === 3) interrupted = send("name", []);
    });
    await done;
    expect((await interrupted) === "Katachi", "the next command is not answered");
    expect(lines.length >= 3, `${lines.length} lines`);
    for (const line of lines) {
      const moves = parse(line);
      expect(moves.length > 0, line);
      moves.forEach((one, number) => {
        expect(one.order === number && one.pv[0] === one.move, line);
        const most = name === "kata-analyze" ? 1 : 10000;
        expect(one.winrate >= 0 && one.winrate <= most, line);
      });
    }
  }
  const answer = await send("genmove_analyze", ["B", "5"], () => {});
  const played = answer.match(/play (\S+)$/);
  expect(played, `no move: ${answer}`);
  expect((await send("color", [played[1]])) === "black", "the move has not been played");
  await controller.stop();
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
