import { z } from 'zod'
import { user, type User } from '#core/contract/identity.ts'
import { platformInfo, type PlatformInfo } from '#core/contract/tenancy.ts'
import { sealedStore } from './sealedStore.ts'

/** Answers without which nothing is shown: who is signed in, and on which host. */
export interface DeviceSession {
  user: User
  platform: PlatformInfo
}

export { wipeSealed } from './sealedStore.ts'

const ID = 'session'
const stored = z.object({ id: z.literal(ID), user, platform: platformInfo })

const storeOf = (userId: string) => sealedStore({ userId, kind: ID, schema: stored, isHeld: true })

/** @returns undefined where this device has none, or one of an older release that says too little */
export async function readDeviceSession(userId: string): Promise<DeviceSession | undefined> {
  const [session] = await storeOf(userId).list()
  return session?.user.id === userId ? session : undefined
}

export async function writeDeviceSession(session: DeviceSession): Promise<void> {
  await storeOf(session.user.id).put([{ id: ID, ...session }])
}
