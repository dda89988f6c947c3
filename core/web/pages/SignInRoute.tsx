import { getRouteApi } from '@tanstack/react-router'
import { SignInPage } from './SignInPage.tsx'

const route = getRouteApi('/public/auth')

/** The sign-in page for those who were signed in, or came to another page first. */
export function SignInRoute() {
  return <SignInPage isBackFromPlatform={route.useSearch().arrival === 'failed'} />
}
