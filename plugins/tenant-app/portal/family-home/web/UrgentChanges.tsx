import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { SessionTime } from '../../../scheduling/sessions/web/SessionTime.tsx'
import { useNow } from '../../../shared/web/useNow.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Overview } from '../../own-page/contract.ts'
import { childNames, isMovedSoon, visitsOf } from './visits.ts'

/** Shows what a family must know at once: children who are still there after the end, and sessions that were moved. */
export function UrgentChanges({ overviews }: { overviews: readonly Overview[] }) {
  const zone = useZone()
  const now = useNow()
  const still = visitsOf(overviews, ({ isStillHere }) => isStillHere)
  const moved = visitsOf(overviews, (place) => isMovedSoon(place, now))
  return (
    <>
      {still.map(({ id, name, endDate, children }) => (
        <Banner
          key={id}
          tone="error"
          title={`${childNames(children)} ${children.length === 1 ? 'is' : 'are'} still here`}
        >
          {name} ended at <SessionTime start={endDate} end={endDate} zone={zone} isOfDay />. No pick-up is recorded yet.{' '}
          <TextLink href={`/conversations/new?student=${children[0]?.studentId ?? ''}&topic=late-pickup`}>
            Write a message
          </TextLink>
        </Banner>
      ))}
      {moved.map(({ id, name, startDate, endDate, location, children }) => {
        const { formerStart = null, formerEnd = null, formerLocation = '' } = children[0]?.place ?? {}
        return (
          <Banner key={id} tone="warn" title={`${name} has moved: ${childNames(children)}`}>
            Now <SessionTime start={startDate} end={endDate} zone={zone} />
            {location && `, ${location}`}. Before:{' '}
            {formerStart !== null && formerEnd !== null && (
              <SessionTime start={formerStart} end={formerEnd} zone={zone} />
            )}
            {formerStart !== null && formerLocation && ', '}
            {formerLocation}
          </Banner>
        )
      })}
    </>
  )
}
