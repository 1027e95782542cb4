/**
 * The typed way from a channel to the engine. In: the name of a call and its argument. Out: the parsed answer.
 * Captures what it needs of the realm before the page can replace it.
 */
import type { PageHost } from '../bridge.ts';
import type { Calls } from './protocol.ts';

export type Ask = <Name extends keyof Calls>(
  name: Name,
  argument: Parameters<Calls[Name]>[0],
) => ReturnType<Calls[Name]>;

export function askOf(host: PageHost): Ask {
  const { parse, stringify } = JSON;
  const call = host.call;
  return (name, argument) => {
    const answer = call(name, stringify(argument));
    return answer === '' ? undefined : parse(answer);
  };
}
