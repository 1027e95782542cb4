/**
 * Why a host's drive may not be called clean. In: the drives of a host and what the refusing one saw. Out: a coded
 * reason with its facts, or null when the page ran to its end as it stands.
 */
import type { End, Evidence, HostDrives, Observation, PageError } from '../../model.ts';

/** No drive at all came of it. */
export function notDriven({ code, detail }: End): Evidence {
  return { code: code === 'completed' ? 'engine-unavailable' : code, detail };
}

/** A drive that broke off, whatever it had seen by then. */
export function brokenOff(drives: HostDrives, observation: Observation): Evidence | null {
  if (observation.end.code !== 'completed') return { code: observation.end.code, detail: observation.end.detail };
  const tripwires = new Set(drives.observations.flatMap((drive) => drive.tripwires));
  if (tripwires.size > 0) return { code: 'tamper-suspected', tripwires: [...tripwires] };
  // The task broke off behind a drive that was finished: what that drive says may be what the page wrote of itself.
  const { code, detail } = drives.end;
  return code === 'tampered' || code === 'crashed' ? { code, detail } : null;
}

/** A page that ran to its end, but not as its author meant it. */
export function ranOtherwise(observation: Observation, repaired: boolean, documentUrl: string): Evidence | null {
  return missingScript(observation, documentUrl) ?? (repaired ? unsafeRepair(observation) : throwAtLoad(observation));
}

/** `beside`: one of them is a file of the artifact's own, which may lie where nobody looked. */
export function missingScript(observation: Observation, documentUrl: string): Evidence | null {
  const urls = observation.scripts.filter((script) => script.status === 'missing').map((script) => script.url);
  for (const repair of observation.repairs) if (repair.kind === 'missing-script') urls.push(repair.name);
  if (urls.length === 0) return null;
  const origin = URL.parse(documentUrl)?.origin;
  const beside = urls.some((url) => URL.parse(url)?.origin === origin);
  return { code: 'script-missing', urls: [...new Set(urls)], ...(beside ? { beside } : {}) };
}

/** A stand-in that was handed an element, a selector or a function may have swallowed what would have wired the page. */
function unsafeRepair(observation: Observation): Evidence | null {
  const touched = observation.repairs.filter((repair) => repair.kind === 'undefined-global' && repair.touched);
  const names = touched.map((repair) => repair.name);
  return names.length > 0 ? { code: 'script-threw', standIns: names } : throwAtLoad(observation);
}

/** The first error of a script while the page loaded, as evidence. A rejected promise is no such error. */
export function throwAtLoad(observation: Observation): Evidence | null {
  const error = observation.errors.find(isThrowAtLoad);
  return error
    ? { code: 'script-threw', message: error.message, ...(error.place ? { place: error.place } : {}) }
    : null;
}

function isThrowAtLoad(error: PageError): boolean {
  return error.step === 0 && error.kind === 'script';
}
