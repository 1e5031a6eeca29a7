// The programs whose pages are looked at.
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

const bin = process.env.HPD_BIN ?? "target/debug";

// A program whose lines are read one after the other.
class Child {
  constructor(command, options) {
    this.child = spawn(command, options, { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = [];
    this.lines = [];
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const next = this.waiting.shift();
      if (next) next(line);
      else this.lines.push(line);
    });
    this.child.on("exit", (code) => {
      if (this.waiting.length > 0) throw new Error(`${command} ended with ${code}, although a line is waited for`);
    });
  }

  line() {
    const known = this.lines.shift();
    return known === undefined ? new Promise((done) => this.waiting.push(done)) : Promise.resolve(known);
  }

  end() {
    this.child.kill();
  }
}

// The example, with calls that are typed at its terminal.
class Program extends Child {
  constructor(...options) {
    super(`${bin}/hpd-example-inspector`, options);
  }

  say(line) {
    this.child.stdin.write(`${line}\n`);
  }

  // One call of the model; what it reads.
  async call(tool, args) {
    this.say(`${tool} ${typeof args === "string" ? args : JSON.stringify(args)}`);
    return this.line();
  }

  // The user's answer to a question for values.
  async reply(text) {
    this.say(`= ${text}`);
    return this.line();
  }

  // The final answer of the model; what the user reads.
  async answer(text) {
    this.say(`< ${text}`);
    return this.line();
  }

  async link() {
    this.say("link");
    return this.line();
  }
}

// `hpd inspect` of a journal that another program writes. Its link works once.
class Inspect extends Child {
  constructor(journal) {
    super(`${bin}/hpd`, ["inspect", journal]);
  }

  async link() {
    await this.line();
    return this.line();
  }
}

module.exports = { Inspect, Program };
