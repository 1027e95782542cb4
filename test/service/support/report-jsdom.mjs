// Preloaded into a process: says on standard error when its main thread loads jsdom.
import { registerHooks } from 'node:module';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  registerHooks({
    load(url, context, next) {
      if (url.includes('/node_modules/jsdom/')) process.stderr.write('JSDOM-IN-MAIN-THREAD\n');
      return next(url, context);
    },
  });
