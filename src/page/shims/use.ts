/**
 * Says that a shim was used. In: the bridge, the shim's name and what stands in. Out: the same, reporting each call;
 * the engine keeps a name once. A fake must never pass for proof.
 */
import type { PageHost } from '../bridge.ts';
import { define } from '../channels/define.ts';

type Members = Readonly<Record<string, (this: never, ...args: never[]) => unknown>>;

/** Methods that report the shim before they do anything. */
export function defineShim(target: object, host: PageHost, name: string, members: Members): void {
  const reporting: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(members))
    reporting[key] = {
      [key](this: never, ...args: never[]) {
        host.shim(name);
        return Reflect.apply(member, this, args);
      },
    }[key];
  define(target, reporting);
}
