// Asks the program. The token is the part of the address behind `#`, which browsers send to nobody.

export const token = location.hash.slice(1);

/** Sends a request; the answer is the object that the program returns. */
export async function ask(what) {
  let reply;
  try {
    reply = await fetch("ask", {
      method: "POST",
      headers: { "X-Token": token, "Content-Type": "application/json" },
      body: JSON.stringify(what),
    });
  } catch {
    throw new Error("the program does not answer: has it ended?");
  }
  if (reply.ok) return reply.json();
  const text = await reply.text();
  if (reply.status === 400) throw new Error(JSON.parse(text).error);
  throw new Error(text.trim());
}

let last = Promise.resolve();

/** Asks after the answer to the question before, so that the page shows last what was asked last. */
export function askInTurn(what) {
  const reply = last.then(() => ask(what));
  last = reply.catch(() => {});
  return reply;
}

/**
 * Lets one request of a kind run at a time; of those that wait, only the newest is sent. The result
 * is fulfilled when none runs or waits any more.
 */
export function newest(send) {
  let running = null;
  let waiting = [];
  async function drain() {
    while (waiting.length > 0) {
      const [what] = waiting;
      waiting = [];
      await send(what);
    }
  }
  return function next(...what) {
    if (what.length > 0) waiting = what;
    running ??= drain().finally(() => { running = null; });
    return running;
  };
}
