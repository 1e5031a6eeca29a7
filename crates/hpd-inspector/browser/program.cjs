// The example program, with calls that are typed at its terminal.
const { spawn } = require("node:child_process");
const { createInterface } = require("node:readline");

class Program {
  constructor(...options) {
    this.child = spawn("target/debug/hpd-example-inspector", options, { stdio: ["pipe", "pipe", "inherit"] });
    this.waiting = [];
    this.lines = [];
    createInterface({ input: this.child.stdout }).on("line", (line) => {
      const next = this.waiting.shift();
      if (next) next(line);
      else this.lines.push(line);
    });
  }

  line() {
    const known = this.lines.shift();
    return known === undefined ? new Promise((done) => this.waiting.push(done)) : Promise.resolve(known);
  }

  say(line) {
    this.child.stdin.write(`${line}\n`);
  }

  async call(tool, args) {
    this.say(`${tool} ${typeof args === "string" ? args : JSON.stringify(args)}`);
    return this.line();
  }

  async link() {
    this.say("link");
    return this.line();
  }

  end() {
    this.child.kill();
  }
}

module.exports = { Program };
