import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { thumbnailUrl } from '#core/web/files.ts'
import { useUser } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import { Card } from '#core/web/ui/layout/Card.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Incident } from '../contract.ts'
import { bodyPartLabels, outcomeLabels, signLabels } from '../labels-contract.ts'
import { incidentReads, incidentsApi } from './client.ts'

/** Shows the report, its photos, additions, acknowledgments and follow-ups. */
export function IncidentDetails({ incident }: { incident: Incident }) {
  const zone = useZone()
  const { linked, photos, entries, acknowledgments, sharedAt, sharedByName, familyText } = incident
  const facts: [string, ReactNode][] = [
    ['When', <DateTime key="when" value={incident.occurredAt} zone={zone} />],
    ['Where', incident.place],
    ['Session', incident.sessionName],
    [
      'What happened',
      <span key="what" className={panel.words}>
        {incident.description}
      </span>,
    ],
    ['Body parts', incident.bodyParts.map((part) => bodyPartLabels[part]).join(', ')],
    ['Signs', incident.signs.map((sign) => signLabels[sign]).join(', ')],
    ['First aid', incident.firstAid],
    ['Supervised by', incident.supervisedBy],
    ['Witness', incident.witness],
    ['Prevention', incident.prevention],
    ['Written by', incident.writtenByName],
  ]
  return (
    <>
      <Card title="Report">
        <Facts facts={facts.filter(([, value]) => value !== '' && value !== null)} />
        {linked.length > 0 && (
          <p>
            Same event:{' '}
            {linked.map(({ id, studentName }, index) => (
              <span key={id}>
                {index > 0 && ', '}
                <TextLink href={`/incidents/${id}`}>{studentName}</TextLink>
              </span>
            ))}
          </p>
        )}
      </Card>
      <Card title="For the family">
        <p className={panel.words}>{familyText || 'Not written yet.'}</p>
        <p className={panel.details}>
          {sharedAt ? (
            <>
              Shared by {sharedByName} on <DateTime value={sharedAt} zone={zone} />
            </>
          ) : (
            'Not shared yet. No family reads it.'
          )}
        </p>
      </Card>
      {photos.length > 0 && (
        <Card title="Photos" help="Staff who read this report see them, and no family.">
          {photos.map(({ id, url }, index) => (
            <a key={id} href={url} target="_blank" rel="noreferrer">
              <img src={thumbnailUrl(url, 320)} alt={`Injury or place, ${index + 1} of ${photos.length}`} width={160} />
            </a>
          ))}
        </Card>
      )}
      {entries.length > 0 && (
        <Card title="Added later">
          <ul className={panel.list}>
            {entries.map(({ id, kind, called, outcome, words, happenedAt, madeByName }) => (
              <li key={id} className={panel.row}>
                <span className={panel.name}>
                  {kind === 'call' && outcome ? `Call to ${called}: ${outcomeLabels[outcome]}` : 'Addition'}
                </span>
                {words && <span className={panel.words}>{words}</span>}
                <span className={panel.details}>
                  {madeByName} · <DateTime value={happenedAt} zone={zone} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {acknowledgments.length > 0 && (
        <Card title="Acknowledgments">
          <ul className={panel.list}>
            {acknowledgments.map(({ id, typedName, disagrees, words, acknowledgedAt }) => (
              <li key={id} className={panel.row}>
                <span className={panel.name}>{`${typedName}${disagrees ? ' disagrees' : ''}`}</span>
                {words && <span className={panel.words}>{words}</span>}
                <span className={panel.details}>
                  <DateTime value={acknowledgedAt} zone={zone} />
                </span>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <FollowUps incident={incident} />
    </>
  )
}

function FollowUps({ incident: { id, followUps, mayManage } }: { incident: Incident }) {
  const { id: userId } = useUser()
  const complete = useMutation(
    incidentsApi.completeFollowUp.mutation({
      touches: incidentReads,
      onError: (error) => notify({ title: 'Not completed', description: errorText(error), tone: 'destructive' }),
    }),
  )
  if (followUps.length === 0) return null
  return (
    <Card title="Follow-ups">
      <ul className={panel.list}>
        {followUps.map(({ id: followUpId, task, ownerId, ownerName, dueOn, doneAt, doneByName }) => (
          <li key={followUpId} className={panel.row}>
            <div className={panel.act}>
              <span className={panel.name}>{task}</span>
              {doneAt === null && (mayManage || ownerId === userId) && (
                <Button
                  size="small"
                  aria-label={`Done: ${task}`}
                  onPress={() => complete.mutate({ params: { id, followUpId } })}
                >
                  Done
                </Button>
              )}
            </div>
            <span className={panel.details}>
              {ownerName} · due <DateTime value={dueOn} />
              {doneAt !== null && ` · done by ${doneByName}`}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
