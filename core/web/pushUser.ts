/** Stores whose notifications a device shows. */
export const PUSH_USER_KEY = 'push-user'
