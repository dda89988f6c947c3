import { pushContract } from '#core/contract/push.ts'
import { ownBuild } from './answers.ts'
import { createClient } from './client.ts'
import { PUSH_USER_KEY } from './pushUser.ts'

const pushApi = createClient(pushContract)

/** State of notifications on this device. */
export type PushState = 'on' | 'off' | 'blocked' | 'unsupported' | 'needs-home-screen'

const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/** Checks for what browsers need; on iPhone and iPad they have it in apps of the home screen alone. */
function findObstacle(): 'blocked' | 'unsupported' | 'needs-home-screen' | undefined {
  const isPossible = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isPossible) return isApple() ? 'needs-home-screen' : 'unsupported'
  if (ownBuild === undefined) return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : undefined
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Reads whether the user gets notifications on this device. */
export async function readPushState(userId: string): Promise<PushState> {
  const obstacle = findObstacle()
  if (obstacle) return obstacle
  const isOn = localStorage.getItem(PUSH_USER_KEY) === userId && (await findSubscription()) !== null
  return isOn && Notification.permission === 'granted' ? 'on' : 'off'
}

/** Asks for the permission and turns on notifications on this device; called after a tap alone. */
export async function turnOnPush(userId: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return findObstacle() ?? 'off'
  await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  await subscribe()
  localStorage.setItem(PUSH_USER_KEY, userId)
  return 'on'
}

/** Turns off notifications on this device. */
export async function turnOffPush(): Promise<PushState> {
  const subscription = await findSubscription()
  if (subscription) {
    await pushApi.endPushSubscription.call({ body: { endpoint: subscription.endpoint } })
    await subscription.unsubscribe()
  }
  localStorage.removeItem(PUSH_USER_KEY)
  return 'off'
}

/**
 * Ends notifications on this device at a sign-out, also where its session has ended before and the server ends none. They are
 * on again once the same user signs in here.
 */
export async function silenceDevice(): Promise<void> {
  await (await findSubscription())?.unsubscribe()
}

async function subscribe(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready
  const { publicKey } = await pushApi.getPushKey.call()
  const existing = await pushManager.getSubscription()
  const isCurrent = existing !== null && keyOf(existing.options.applicationServerKey) === publicKey
  // Made for another key, such as before the platform was restored elsewhere: nothing would arrive.
  if (existing && !isCurrent) await existing.unsubscribe()
  const subscription =
    existing && isCurrent
      ? existing
      : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint } = subscription
  const body = { endpoint, p256dh: keyOf(subscription.getKey('p256dh')), auth: keyOf(subscription.getKey('auth')) }
  await pushApi.savePushSubscription.call({ body })
}

const keyOf = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer())))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/**
 * Confirms this device with the server, after each load and sign-in: it ends with the session that confirmed it last. Where
 * another user signed in, who has not chosen notifications, they end.
 */
export async function confirmPushDevice(userId: string): Promise<void> {
  if (findObstacle()) return
  if (localStorage.getItem(PUSH_USER_KEY) !== userId) {
    await (await findSubscription())?.unsubscribe()
    localStorage.removeItem(PUSH_USER_KEY)
  } else if (Notification.permission === 'granted') {
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
    await subscribe()
  }
}
