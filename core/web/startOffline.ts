import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { mayStillWork } from './apiError.ts'
import { listenForConnection } from './connection.ts'
import type { DeviceSession } from './deviceSession.ts'
import { readHolder } from './heldData.ts'

/** Milliseconds after which a start goes on without the network. */
const START_TIMEOUT_MS = 4000
/** Milliseconds until the network is asked again. */
const RETRY_DELAY_MS = 30_000

const loadStore = () => import('./deviceSession.ts')

interface Asking {
  client: QueryClient
  queryKey: QueryKey
}

/** Asks the server; at a start that cannot reach it, answers what this device has stored and asks again later. */
export async function orFromDevice<Part extends keyof DeviceSession, Answer>(
  part: Part,
  ask: () => Promise<Answer>,
  { client, queryKey }: Asking,
): Promise<Answer | DeviceSession[Part]> {
  const userId = readHolder()
  if (!userId || client.getQueryData(queryKey) !== undefined) return ask()
  const answer = ask()
  const slow = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), START_TIMEOUT_MS))
  const first = await Promise.race([answer.then((value) => ({ value }), notReached), slow])
  if (first) return first.value
  const stored = await loadStore()
    .then((store) => store.readDeviceSession(userId))
    .catch(() => undefined)
  if (!stored) return answer
  // It may still come: its failure is answered for already.
  answer.catch(() => undefined)
  void askAgain({ client, queryKey })
  return stored[part]
}

function notReached(error: unknown): undefined {
  if (!mayStillWork(error)) throw error
}

async function askAgain({ client, queryKey }: Asking): Promise<void> {
  await waitForConnection()
  await client.refetchQueries({ queryKey, exact: true })
  if (client.getQueryState(queryKey)?.status === 'error') await askAgain({ client, queryKey })
}

function waitForConnection(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      ignore()
      resolve()
    }
    const ignore = listenForConnection(() => navigator.onLine && done())
    const timer = setTimeout(done, RETRY_DELAY_MS)
  })
}

/** Stores what a start without a network needs, sealed, until `forgetHeldUnless` deletes it. */
export async function keepOnDevice(session: DeviceSession): Promise<void> {
  const { writeDeviceSession } = await loadStore()
  await writeDeviceSession(session)
}

/** Deletes what the user has not sent: the user signs out. `endSession` deletes the rest. */
export async function wipeUnsent(): Promise<void> {
  const userId = readHolder()
  if (userId === null) return
  // A deploy may have taken its code away: signing out goes on all the same.
  const store = await loadStore().catch(() => undefined)
  await store?.wipeSealed(userId)
}
