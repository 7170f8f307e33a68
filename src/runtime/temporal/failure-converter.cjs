// CommonJS, because the SDK loads it by path with `require` and bundles it with the workflows: the one form that works from
// the sources and from `dist` alike. With encoded attributes, messages and stack traces go through the codec like all else.
const { DefaultFailureConverter } = require('@temporalio/common');

exports.failureConverter = new DefaultFailureConverter({ encodeCommonAttributes: true });
