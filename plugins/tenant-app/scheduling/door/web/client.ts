import { createClient } from '#core/web/client.ts'
import { doorChildrenContract } from '../children-contract.ts'
import { doorContract } from '../contract.ts'
import { doorFlagsContract } from '../flags-contract.ts'
import { heldDoorContract } from '../held-contract.ts'
import { rollCallContract } from '../roll-call-contract.ts'

export const doorApi = createClient(doorContract)
export const doorChildrenApi = createClient(doorChildrenContract)
export const doorFlagsApi = createClient(doorFlagsContract)
export const heldDoorApi = createClient(heldDoorContract)
export const rollCallApi = createClient(rollCallContract)

/** Queries that show who is here: the door, attendance and the dashboards. */
export const doorReads = [doorApi.getDoor.key(), ['api', 'sessions'], ['api', 'attendance']]
