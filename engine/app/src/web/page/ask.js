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

/** Lets one request of a kind run at a time; of those that wait, only the newest is sent. */
export function newest(send) {
  let running = false;
  let waiting = null;
  return async function next(what) {
    if (running) {
      waiting = what;
      return;
    }
    running = true;
    try {
      await send(what);
    } finally {
      running = false;
      if (waiting) {
        const what = waiting;
        waiting = null;
        next(what);
      }
    }
  };
}
