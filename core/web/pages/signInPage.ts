import type { PageInfo } from '../page.ts'

/** Facts that the guard knows of the sign-in page, with the router and before it is loaded. */
export const signInPage = {
  title: 'Sign In',
  apps: ['platform', 'tenant'],
  access: 'guest',
} as const satisfies PageInfo
