import { mayStillWork } from './apiError.ts'

/** Milliseconds for which an answer is awaited before an act is kept on the device. */
const MAX_WAIT_MS = 6000

/**
 * Makes a call where the server can be reached. Where it returns undefined there was no answer in time: the call may have
 * arrived all the same, so that what is kept instead must count once with it.
 */
export async function tryNow<Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> {
  if (!navigator.onLine) return undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), MAX_WAIT_MS)
  })
  try {
    return await Promise.race([call(), late])
  } catch (error) {
    if (mayStillWork(error)) return undefined
    throw error
  } finally {
    clearTimeout(timer)
  }
}
