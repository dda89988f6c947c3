import { serverTime } from '#core/web/answers.ts'
import { sealedStore } from '#core/web/sealedStore.ts'
import { PACK_HOURS_AFTER_END } from '../../rosters/today-contract.ts'
import { rollCall, type RollCall } from '../roll-call-contract.ts'

const HOUR_MS = 3_600_000

const storeOf = (userId: string) => sealedStore({ userId, kind: 'roll-call', schema: rollCall, isHeld: true })

/** True while a device may hold a roll call: no longer after it began than a meeting after its end. */
const isKept = ({ startedAt }: Pick<RollCall, 'startedAt'>, now: Date): boolean =>
  now.getTime() < Date.parse(startedAt) + PACK_HOURS_AFTER_END * HOUR_MS

/** Reads the roll calls on the device, and deletes those that are over. */
export async function readRollCalls(userId: string): Promise<RollCall[]> {
  const store = storeOf(userId)
  const stored = await store.list()
  const now = serverTime()
  const over = stored.filter((roll) => !isKept(roll, now))
  if (over.length > 0) await store.remove(over.map(({ id }) => id))
  return stored.filter((roll) => isKept(roll, now))
}

/** Keeps a roll call on the device in place of earlier ones. */
export async function saveRollCall(userId: string, roll: RollCall): Promise<void> {
  const store = storeOf(userId)
  const earlier = (await store.list()).filter(({ id }) => id !== roll.id)
  if (earlier.length > 0) await store.remove(earlier.map(({ id }) => id))
  if (isKept(roll, serverTime())) await store.put([roll])
}
