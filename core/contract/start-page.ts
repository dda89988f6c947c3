/** Page that an installed app opens, and that screens which cannot be shown lead back to. */
export const START_PAGE = { path: '/', label: 'Dashboard' } as const

/** Header of answers that tells the id of the build that the server serves. */
export const BUILD_HEADER = 'x-trellis-build'
