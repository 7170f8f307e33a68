// CommonJS, because a thread runs it by its path: from the sources and from `dist` alike. It comes before the SDK's own module of a thread that runs workflows, whose
// path it is given, and spares what that would do in vain.
const { dirname, join } = require('node:path');
const v8 = require('node:v8');
const vm = require('node:vm');
const { parentPort, workerData } = require('node:worker_threads');
const { inPlaceOf } = require('./workflow-globals.cjs');

// No stack is kept of each promise. Only what this module shows is another one: Node's own `AsyncLocalStorage`, by which the SDK knows its scopes, calls the function that it had shown.
v8.promiseHooks = { ...v8.promiseHooks, createHook: () => () => undefined };

// The SDK limits the time of each call into a workflow, and Node starts and ends a thread for each limit: some thirty for one enrollment. Whoever has started this
// thread watches it.
const { runInContext } = vm.Script.prototype;
vm.Script.prototype.runInContext = function (context, { timeout: _, ...options } = {}) {
  return runInContext.call(this, context, options);
};

const { runInContext: runCode } = vm;
vm.runInContext = (code, ...more) => runCode(inPlaceOf(code), ...more);

// The SDK asks after each activation what the workflow has to say to the worker, which is mostly nothing: then the answer of the activation says so.
const { ReusableVMWorkflowCreator } = require(join(dirname(workerData), 'reusable-vm.js'));
const UNWANTED = ['trace', 'debug'];
const post = parentPort.postMessage;
parentPort.postMessage = (answer, ...more) => {
  const { output } = answer.result;
  if (output?.type === 'activation-completion') {
    const { activator } = ReusableVMWorkflowCreator.workflowByRunId.get(output.completion.runId);
    activator.sinkCalls = activator.sinkCalls.filter(
      ({ ifaceName, fnName }) => ifaceName !== '__temporal_logger' || !UNWANTED.includes(fnName),
    );
    output.completion.says_nothing = activator.sinkCalls.length === 0;
  }
  post.call(parentPort, answer, ...more);
};

require(workerData);
