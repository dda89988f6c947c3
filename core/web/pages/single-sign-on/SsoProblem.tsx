import type { SsoOutcome } from '#core/contract/single-sign-on.ts'
import { usePlatform } from '../../session.ts'
import { Banner } from '../../ui/feedback/Banner.tsx'

type Problem = Exclude<SsoOutcome, 'choose' | 'second-step'>

const texts: Record<Problem, [title: string, text: string]> = {
  failed: ['You could not be signed in', 'The answer of your account’s provider could not be verified. Try again.'],
  expired: ['Please start again', 'It took too long, or was begun in another window or browser.'],
  canceled: ['Sign-in canceled', 'You went back before the sign-in was complete.'],
  unavailable: ['Sign-in is not available right now', 'Your account’s provider does not answer. Try again later.'],
  'no-account': [
    'There is no account for you here yet',
    'Ask your organization for an invitation to the address that you signed in with.',
  ],
  'unconfirmed-email': [
    'Your address is not confirmed',
    'Confirm your email address with your account’s provider, then try again.',
  ],
  'unverified-account': [
    'Confirm your address here first',
    'There is an account with your address that no one has confirmed. Choose “Forgot your password?” once, then try again.',
  ],
  domain: ['This address cannot be used here', 'Sign in with the address that your organization has given you.'],
  deactivated: ['Your account is deactivated', 'Ask your organization to activate it again.'],
  'other-identity': [
    'Your account is linked to another sign-in',
    'Sign in as before, and unlink it on your profile. Then try again.',
  ],
  closed: ['Your organization is not active', 'Its people cannot sign in at the moment.'],
  'only-way': ['Your organization signs in another way', 'Sign in at your organization’s own address.'],
  'read-only': ['No accounts can be added now', 'Ask your organization to add you later.'],
  plan: ['No accounts can be added now', 'Your organization has as many staff accounts as its plan allows.'],
}

/** Says why a sign-in with an identity provider ended, and what to do. */
export function SsoProblem({ outcome }: { outcome: string }) {
  const { supportEmail } = usePlatform()
  const [title, text] = texts[Object.hasOwn(texts, outcome) ? (outcome as Problem) : 'failed']
  return (
    <Banner tone="warn" title={title}>
      {text} {outcome === 'closed' && `Please write to ${supportEmail}.`}
    </Banner>
  )
}
