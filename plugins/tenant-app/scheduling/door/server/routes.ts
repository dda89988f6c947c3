import { mount } from '#core/server/http/mount.ts'
import { doorChildrenContract } from '../children-contract.ts'
import { doorContract } from '../contract.ts'
import { doorFlagsContract } from '../flags-contract.ts'
import { heldDoorContract } from '../held-contract.ts'
import { rollCallContract } from '../roll-call-contract.ts'
import { printBadges } from './print-badges.ts'
import { printEmergencySheet } from './emergency-sheet.ts'
import { listChildDoorLog } from './child-door-log.ts'
import { checkFlaggedEvent, listFlaggedEvents } from './flagged-events.ts'
import { decideHeldDoorEntry, holdDoorEntries, listHeldDoorEntries } from './held-entries.ts'
import { getDoor, listDoorLog } from './get-door.ts'
import { listCalls, logCall } from './log-call.ts'
import { recordEvents, undoEvent } from './record-events.ts'
import { coverDoor } from './rights.ts'
import { countHeads, getRollCall, listRollCalls, markRollCall, noteContactView, startRollCall } from './roll-calls.ts'
import { makeSlip } from './make-slip.ts'
import { printSignInSheet } from './sign-in-sheet.ts'
import { getDoorSettings, updateDoorSettings } from '../../door-settings/server/settings.ts'

export const doorRoutes = mount(doorContract, {
  getDoor: (scope, id, query) => getDoor(scope, id, query.meeting),
  recordDoorEvents: (scope, id, query, body) => recordEvents(scope, id, body.events, query.meeting),
  makePickupSlip: (scope, id, query, body) => makeSlip(scope, id, body, query.meeting),
  undoDoorEvent: undoEvent,
  listDoorLog,
  printSignInSheet: (scope, id, query) => printSignInSheet(scope, id, query.meeting),
  printEmergencySheet: (scope, id, query) => printEmergencySheet(scope, id, query.meeting),
  coverDoor,
  logDoorCall: (scope, id, query, body) => logCall(scope, id, body, query.meeting),
  listDoorCalls: listCalls,
  getDoorSettings,
  updateDoorSettings,
})

export const doorChildrenRoutes = mount(doorChildrenContract, {
  listChildDoorLog,
  printBadges: (scope, id, query) => printBadges(scope, id, query.format, query.meeting),
})

export const doorFlagsRoutes = mount(doorFlagsContract, {
  listFlaggedEvents,
  checkFlaggedEvent: (scope, id, body) => checkFlaggedEvent(scope, id, body.note),
})

export const heldDoorRoutes = mount(heldDoorContract, {
  holdDoorEntries,
  listHeldDoorEntries,
  decideHeldDoorEntry: (scope, id, body) => decideHeldDoorEntry(scope, id, body.decision),
})

export const rollCallRoutes = mount(rollCallContract, {
  countHeads: (scope, id, query, body) => countHeads(scope, id, body, query.meeting),
  listRollCalls,
  startRollCall: (scope, id, query, body) => startRollCall(scope, id, body, query.meeting),
  getRollCall,
  noteContactView,
  markRollCall: (scope, id, body) => markRollCall(scope, id, body.marks),
})
