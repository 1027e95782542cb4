/** The library: verify artifacts, sweep what a run left behind, and gate a run with it. */
import './needed-node.ts';

export type { LostWriteBackError } from './assert/assert-no-lost-write-back.ts';
export { assertNoLostWriteBack } from './assert/assert-no-lost-write-back.ts';
export type { GateEntry, GateOptions, GateReason, GateResult } from './assert/gate.ts';
export { checkNoLostWriteBack } from './assert/gate.ts';
export type { Host, Runner, Task, TaskMessage } from './contracts.ts';
export type {
  Confidence,
  Consequence,
  Endpoint,
  Evidence,
  Facts,
  Failure,
  Label,
  Outcome,
  Reach,
  Report,
  ReportedFinding,
  RuleName,
  Severity,
  Stage,
  Verdict,
  WriteBack,
} from './model.ts';
export type { Baseline } from './options/baseline.ts';
export type { Manifest } from './options/manifest.ts';
export type { Target } from './pipeline/collect/targets.ts';
export { UsageError } from './usage-error.ts';
export { takeManifest } from './verify/manifest.ts';
export type { SweepOptions } from './verify/sweep.ts';
export { sweep } from './verify/sweep.ts';
export type { Progress, VerifyOptions } from './verify.ts';
export { verify } from './verify.ts';
