/** Shares of the natural size, of a picture or of a page at 96 dots an inch. */
const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** Size that fits its place, or a share of the natural size. */
export type Zoom = 'fit' | number

/** The next step. @param shown the share that is shown now, whatever the zoom */
export const zoomedIn = (shown: number): number => steps.find((step) => step > shown * 1.01) ?? shown

/** The step before, and `fit` below that: nothing is made smaller than its place asks for. @param fit the share of `fit` */
export function zoomedOut(shown: number, fit: number): Zoom {
  const step = steps.findLast((each) => each < shown * 0.99)
  return step === undefined || step <= fit ? 'fit' : step
}

/** Zoom after a key; undefined where the key does nothing. */
export function zoomOfKey(key: string, shown: number, fit: number): Zoom | undefined {
  if (key === '+' || key === '=') return zoomedIn(shown)
  if (key === '-') return zoomedOut(shown, fit)
  return key === '0' ? 'fit' : undefined
}
