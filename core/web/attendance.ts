/** Milliseconds without a key or pointer event after which the user counts as inactive. */
const ABSENCE_MS = 60_000

let lastSign = Date.now()

const noteSign = () => {
  lastSign = Date.now()
}

/** Starts to observe whether the user is active. */
export function watchAttendance(): void {
  for (const event of ['pointerdown', 'pointermove', 'keydown', 'click', 'wheel', 'touchmove']) {
    window.addEventListener(event, noteSign, { capture: true, passive: true })
  }
}

/** True if no one is at the screen, so that its requests are made on no user's behalf. */
export const isUnattended = () => Date.now() - lastSign > ABSENCE_MS
