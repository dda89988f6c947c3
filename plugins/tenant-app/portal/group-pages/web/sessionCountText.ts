/** `6 upcoming sessions` */
export const sessionCountText = (count: number) => (count === 1 ? '1 upcoming session' : `${count} upcoming sessions`)
