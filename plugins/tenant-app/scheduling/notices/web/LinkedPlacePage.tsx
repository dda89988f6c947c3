import { useMutation } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageLink } from '#core/web/links.ts'
import { AuthLayout } from '#core/web/pages/AuthLayout.tsx'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { SessionTime } from '../../sessions/web/SessionTime.tsx'
import type { PlaceAnswer } from '../contract.ts'
import type { LinkedPlace } from '../links-contract.ts'
import { OpenLink } from './OpenLink.tsx'
import { familyLinksApi } from './client.ts'

const route = getRouteApi('/public/place')

/** Lets a guardian without an account accept or decline a child's spot, by an emailed link. */
export function LinkedPlacePage() {
  const { token } = route.useSearch()
  const { tenant } = usePlatform()
  const open = useMutation(familyLinksApi.openPlaceLink.mutation())
  return (
    <AuthLayout
      title={open.data ? `${open.data.firstName} has a spot in ${open.data.session.name}` : 'Answer for a spot'}
      subtitle={tenant?.name ?? ''}
    >
      {open.data && token !== undefined ? (
        <Answers token={token} place={open.data} />
      ) : (
        <OpenLink
          token={token}
          error={open.error}
          isPending={open.isPending}
          onOpen={(given) => open.mutate({ body: { token: given } })}
        />
      )}
      <PageLink to="/auth">Go to sign-in</PageLink>
    </AuthLayout>
  )
}

function Answers({ token, place: { firstName, zone, session } }: { token: string; place: LinkedPlace }) {
  const answer = useMutation(familyLinksApi.answerLinkedPlace.mutation())
  const given: PlaceAnswer | undefined = answer.isSuccess ? answer.variables.body.answer : undefined
  const say = (said: PlaceAnswer) => answer.mutate({ body: { token, answer: said } })
  if (given === 'decline') {
    return <Banner tone="success">You declined the spot. It goes to the next student on the waitlist.</Banner>
  }
  const isAccepted = given === 'accept' || !session.isAnswerAwaited
  return (
    <>
      <p>
        <SessionTime start={session.startDate} end={session.endDate} zone={zone} />
        {session.location && ` · ${session.location}`}
      </p>
      {answer.error && <Banner tone="error">{errorText(answer.error)}</Banner>}
      {isAccepted && session.isOpen && <Banner tone="success">The spot is accepted: {firstName} will come.</Banner>}
      {!session.isOpen && <Banner tone="info">This session has begun or is canceled.</Banner>}
      {session.isOpen && !isAccepted && (
        <Button variant="primary" size="large" fullWidth isPending={answer.isPending} onPress={() => say('accept')}>
          {`Accept: ${firstName} will come`}
        </Button>
      )}
      {session.isOpen && (
        <Button size="large" fullWidth isPending={answer.isPending} onPress={() => say('decline')}>
          Decline: the spot goes to the next student
        </Button>
      )}
    </>
  )
}
