import { pushContract } from '#core/contract/push.ts'
import { mount } from '../http/mount.ts'
import { getPushKey } from './keys.ts'
import { endPushSubscription, savePushSubscription } from './subscriptions.ts'

export const mountedPush = mount(pushContract, {
  getPushKey: async ({ core }) => ({ publicKey: (await getPushKey(core)).publicKey }),
  savePushSubscription,
  endPushSubscription,
})
