// A game between two GTP engines, driven by a client and refereed by a board that are not ours:
// @sabaki/gtp and @sabaki/go-board.
//
// usage: node game.cjs FOLDER SIZE KOMI BLACK WHITE
//   FOLDER        where node_modules lies
//   BLACK, WHITE  engines as JSON lists of program and arguments
//
// After two passes both sides take dead stones off (kgs-genmove_cleanup) until both pass again.
// The last line printed is a JSON object: moves, the engines' scores, the referee's count by area.
// Anything illegal or unexpected ends the program with status 1 and says why.

const { createRequire } = require("node:module");

const [folder, sizeText, komiText, blackText, whiteText] = process.argv.slice(2);
const need = createRequire(folder + "/");
const { Controller } = need("@sabaki/gtp");
const boardModule = need("@sabaki/go-board");
const Board = boardModule.default ?? boardModule;

const size = Number(sizeText);
const komi = Number(komiText);
const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

const parseVertex = (text) => [COLUMNS.indexOf(text[0].toUpperCase()), size - Number(text.slice(1))];
const formatVertex = ([x, y]) => COLUMNS[x] + (size - y);

function engine(text) {
  const [program, ...args] = JSON.parse(text);
  const controller = new Controller(program, args);
  const complaints = [];
  controller.on("stderr", ({ content }) => complaints.push(content));
  controller.start();
  return async (name, ...args) => {
    const call = `${program}: ${name} ${args.join(" ")}`;
    try {
      const { error, content } = await controller.sendCommand({ name, args: args.map(String) });
      if (error) throw new Error(content);
      return content.trim();
    } catch (error) {
      throw new Error(`${call}: ${error.message}\n${complaints.slice(-40).join("\n")}`);
    }
  };
}

/** Stones and surrounded points of Black less those of White, everything alive. */
function area(board) {
  let balance = 0;
  const seen = new Set();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const sign = board.get([x, y]);
      balance += sign;
      if (sign !== 0 || seen.has(`${x},${y}`)) continue;
      const region = board.getConnectedComponent([x, y], (vertex) => board.get(vertex) === 0);
      const borders = new Set();
      for (const vertex of region) {
        seen.add(vertex.join(","));
        for (const near of board.getNeighbors(vertex)) borders.add(board.get(near));
      }
      borders.delete(0);
      if (borders.size === 1) balance += region.length * [...borders][0];
    }
  }
  return balance;
}

async function main() {
  const names = { 1: "black", "-1": "white" };
  const engines = { 1: engine(blackText), "-1": engine(whiteText) };
  for (const sign of [1, -1]) {
    await engines[sign]("boardsize", size);
    await engines[sign]("clear_board");
    await engines[sign]("komi", komi);
  }
  let board = Board.fromDimensions(size, size);
  let moves = 0;
  let sign = 1;
  for (const command of ["genmove", "kgs-genmove_cleanup"]) {
    let passes = 0;
    while (passes < 2) {
      const answer = await engines[sign](command, names[sign]);
      if (answer.toLowerCase() === "resign") throw new Error(`${names[sign]} resigned`);
      if (answer.toUpperCase() === "PASS") {
        passes += 1;
      } else {
        // A pass ends the ban of a ko; the referee's board does not see passes.
        const preventKo = passes === 0;
        passes = 0;
        const vertex = parseVertex(answer);
        if (!board.has(vertex)) throw new Error(`${names[sign]} plays ${answer}, which is no vertex`);
        board = board.makeMove(sign, vertex, {
          preventOverwrite: true,
          preventSuicide: true,
          preventKo,
        });
      }
      moves += 1;
      if (moves > 4 * size * size) throw new Error("the game does not end");
      await engines[-sign]("play", names[sign], answer);
      sign = -sign;
    }
  }
  // Both engines must see the referee's board.
  for (const color of [1, -1]) {
    const expected = [];
    for (let y = 0; y < size; y++) {
      for (let x = 0; x < size; x++) {
        if (board.get([x, y]) === color) expected.push(formatVertex([x, y]));
      }
    }
    for (const of of [1, -1]) {
      const found = (await engines[of]("list_stones", names[color])).split(/\s+/).filter(Boolean);
      if (found.sort().join() !== expected.slice().sort().join()) {
        throw new Error(`${names[of]} sees other ${names[color]} stones than the referee`);
      }
    }
  }
  const scores = [await engines[1]("final_score"), await engines[-1]("final_score")];
  // The client may see the end of the engine before its reply to quit.
  for (const of of [1, -1]) await engines[of]("quit").catch(() => {});
  console.log(JSON.stringify({ moves, black: scores[0], white: scores[1], referee: area(board) - komi }));
}

main().then(
  () => process.exit(0),
  (error) => {
    console.error(error.message);
    process.exit(1);
  },
);
