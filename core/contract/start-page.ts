/**
 * Path of the page that an installed app opens, and that screens which cannot be shown lead back to. Users who may not
 * enter it are led to `/`.
 */
export const START_PAGE = '/today'

/** Response header with the id of the build that the server serves. */
export const BUILD_HEADER = 'x-trellis-build'
