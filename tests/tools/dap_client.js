// dap_client.js BUILD: debugs roms/example/hello.mac by `utah10 dap` with the test client of the protocol's authors.
//
// Prints a transcript. The client is the package @vscode/debugadapter-testsupport of npm, which is not needed to build
// or use utah10: without it, or without node, the test is skipped. NODE_PATH says where it is:
//
//   npm install --prefix /tmp/dap @vscode/debugadapter-testsupport
//   NODE_PATH=/tmp/dap/node_modules node tests/tools/dap_client.js build/release
'use strict';
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');

const skipped = 77;
let DebugClient;
try {
  ({DebugClient} = require('@vscode/debugadapter-testsupport'));
} catch (error) {
  console.log('skipped: npm package @vscode/debugadapter-testsupport is not installed (NODE_PATH)');
  process.exit(skipped);
}

const utah10 = path.resolve(process.argv[2], 'utah10');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'utah10-dap-'));
const program = path.join(folder, 'hello.mac');
fs.copyFileSync(path.join(__dirname, '../../roms/example/hello.mac'), program);
const text = fs.readFileSync(program, 'utf8').split('\n');
const lineOf = (label) => text.findIndex((line) => line.startsWith(label)) + 1;
const print = lineOf('PRINT:'), done = lineOf('DONE:'), start = lineOf('START:');
const one = {threadId: 1};

async function where(client) {
  const frame = (await client.stackTraceRequest(one)).body.stackFrames[0];
  return `${frame.source.name}(${frame.line}) ${text[frame.line - 1].replace(/\t/g, ' ')}`;
}

async function stopped(client, what, reason, line) {
  const event = await client.assertStoppedLocation(reason, {path: program, line});
  console.log(`${what}: stopped, ${reason}, at ${await where(client)}`);
  return event;
}

async function step(client, request, reason, line) {
  await Promise.all([client[request + 'Request'](one), stopped(client, request, reason, line)]);
}

async function evaluate(client, expression) {
  const {result} = (await client.evaluateRequest({expression, context: 'watch'})).body;
  console.log(`evaluate ${expression}: ${result}`);
  return result;
}

async function debug(client) {
  const able = (await client.initializeRequest()).body;
  console.log(`initialize: ${Object.keys(able).filter((name) => able[name] === true).length} capabilities`);
  assert.ok(able.supportsStepBack);
  await Promise.all([
    client.waitForEvent('initialized').then(async () => {
      const set = await client.setBreakpointsRequest({source: {path: program}, breakpoints: [{line: print}]});
      assert.ok(set.body.breakpoints[0].verified);
      console.log(`setBreakpoints: line ${set.body.breakpoints[0].line}`);
      return client.configurationDoneRequest();
    }),
    client.launch({program}),
    stopped(client, 'launch', 'breakpoint', print),
  ]);
  const stack = (await client.stackTraceRequest(one)).body.stackFrames;
  console.log(`stackTrace: ${stack.map((frame) => frame.name).join(' < ')}`);
  assert.equal(stack.length, 2);
  await step(client, 'next', 'step', print + 1);
  assert.match(await evaluate(client, 'C'), / 72\./);  // H
  await step(client, 'stepIn', 'step', print + 2);
  await step(client, 'stepBack', 'step', print + 1);
  await step(client, 'stepBack', 'step', print);
  assert.match(await evaluate(client, 'C'), / 0\./);
  await client.setBreakpointsRequest({source: {path: program}, breakpoints: [{line: done}]});
  let output = '';
  client.on('output', (event) => {
    if (event.body.category === 'stdout') output += event.body.output;
  });
  await step(client, 'continue', 'breakpoint', done);
  console.log(`output: ${JSON.stringify(output)}`);
  assert.ok(output.startsWith('HELLO FROM A KA10'));
  await step(client, 'reverseContinue', 'entry', start);
  await client.setBreakpointsRequest({source: {path: program}, breakpoints: []});
  await client.setExceptionBreakpointsRequest({filters: []});
  await Promise.all([client.continueRequest(one), client.waitForEvent('terminated')]);
  console.log('continue: terminated');
}

// A way back over millions of instructions, which `pause` ends.
async function goBackFar(client) {
  const file = path.join(folder, 'loop.mac');
  fs.writeFileSync(file, '\tTITLE\tLOOP\nS:\tAOJA\t1,S\n\tEND\tS\n');
  const position = async () => (await client.customRequest('utah10/state')).body.position;
  await client.initializeRequest();
  await Promise.all([
    client.waitForEvent('initialized').then(() => client.configurationDoneRequest()),
    client.launch({program: file, stopOnEntry: true}),
    client.waitForEvent('stopped'),
  ]);
  await Promise.all([
    client.customRequest('utah10/command', {command: 'run 20000000'}),
    client.waitForEvent('stopped'),
  ]);
  const [, , event] = await Promise.all([
    client.reverseContinueRequest(one),
    client.pauseRequest(one),
    client.waitForEvent('stopped'),
  ]);
  assert.equal(event.body.reason, 'pause');
  assert.ok(await position() > 0);
  console.log(`reverseContinue, pause: stopped, pause, ${event.body.description}`);
  const before = await position();
  const [, , known] = await Promise.all([
    client.customRequest('stepBack', {threadId: 1, granularity: 'instruction'}),
    client.pauseRequest(one),
    client.waitForEvent('stopped'),
  ]);
  assert.ok(known.body.reason === 'pause' && await position() === before);
  console.log(`stepBack, pause: stopped, pause, ${known.body.description}`);
  await Promise.all([client.reverseContinueRequest(one), client.disconnectRequest()]);
  console.log('reverseContinue, disconnect: the session has ended');
}

async function inSession(work) {
  const client = new DebugClient(utah10, 'dap', 'utah10', undefined, true);
  client.defaultTimeout = 60000;
  await client.start();
  try {
    await work(client);
  } finally {
    await client.stop();
  }
}

async function main() {
  try {
    await inSession(debug);
    await inSession(goBackFar);
  } finally {
    fs.rmSync(folder, {recursive: true});
  }
}

main().then(
    () => process.exit(0),
    (error) => {
      console.error(error);
      process.exit(1);
    });
