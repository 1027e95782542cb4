/**
 * Installs every shim in one window, before the page's own scripts run.
 * In: the window and the bridge. Out: nothing; a shim reports its use by name.
 */
import type { PageHost } from '../bridge.ts';
import { installAnimation } from './animation.ts';
import { installBoxes } from './boxes.ts';
import { installCanvas } from './canvas.ts';
import { installDataTransfer } from './data-transfer.ts';
import { installDialogElement } from './dialog-element.ts';
import { installEditing } from './editing.ts';
import { installFormNames } from './form-names.ts';
import { installGeolocation } from './geolocation.ts';
import { installIdleCallback } from './idle-callback.ts';
import { installIndexedDb } from './indexed-db.ts';
import { installInnerText } from './inner-text.ts';
import { installInvokers } from './invokers.ts';
import { installLayout } from './layout.ts';
import { installMatchMedia } from './match-media.ts';
import { installMedia } from './media.ts';
import { installNavigatorBasics } from './navigator-basics.ts';
import { installNotification } from './notification.ts';
import { installObservers } from './observers.ts';
import { installPerformanceMarks } from './performance-marks.ts';
import { installPopover } from './popover.ts';
import { installRealmTime } from './realm-time.ts';
import { installSpeech } from './speech.ts';
import { installStandIns } from './stand-ins.ts';
import { installStructuredClone } from './structured-clone.ts';
import { installSubmitterOverrides } from './submitter-overrides.ts';
import { installSubtleCrypto } from './subtle-crypto.ts';
import { installSvgGeometry } from './svg-geometry.ts';
import { installValidityBubbles } from './validity-bubbles.ts';
import { installWorker } from './worker.ts';
import { installXPath } from './xpath.ts';

const SHIMS = [
  installRealmTime,
  installAnimation,
  installBoxes,
  installCanvas,
  installDataTransfer,
  installDialogElement,
  installEditing,
  installFormNames,
  installGeolocation,
  installIdleCallback,
  installIndexedDb,
  installInnerText,
  installInvokers,
  installLayout,
  installMatchMedia,
  installMedia,
  installNavigatorBasics,
  installNotification,
  installObservers,
  installPerformanceMarks,
  installPopover,
  installSpeech,
  installStructuredClone,
  installSubmitterOverrides,
  installSubtleCrypto,
  installSvgGeometry,
  installValidityBubbles,
  installWorker,
  installXPath,
  installStandIns,
];

export function installShims(window: Window & typeof globalThis, host: PageHost): void {
  for (const install of SHIMS) install(window, host);
}
