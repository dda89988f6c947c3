import type { PageInfo } from '../page.ts'

/** What the guard knows of the sign-in page, with the router and before it is loaded. */
export const signInPage = {
  title: 'Sign In',
  apps: ['platform', 'tenant'],
  access: 'guest',
} as const satisfies PageInfo
