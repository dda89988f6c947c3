import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Loaded } from '#core/web/ui/feedback/Loaded.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { SafeguardingSettings } from '../contract.ts'
import { ConcernForm } from './ConcernForm.tsx'
import { LeadsConcerns } from './LeadsConcerns.tsx'
import { concernsApi } from './client.ts'

/** Records a concern; leads read all of them here. */
export function ConcernsPage() {
  const settings = useQuery(concernsApi.getSafeguarding())
  return (
    <Page
      title="Record a concern"
      help="Report a worry about a child’s safety. Only safeguarding leads read it."
      above={<Breadcrumbs trail={[{ label: 'Incidents', href: '/incidents' }]} current="Record a concern" />}
    >
      <Loaded query={settings} height={480}>
        {(data) => (data.isOn ? <Recording settings={data} /> : <Off settings={data} />)}
      </Loaded>
    </Page>
  )
}

function Off({ settings: { outsideContact } }: { settings: SafeguardingSettings }) {
  return (
    <Banner tone="warn" title="Concerns are not recorded here yet">
      {outsideContact ? `Call now: ${outsideContact}.` : 'Talk to an admin now. In danger, call 911.'}
    </Banner>
  )
}

function Recording({ settings }: { settings: SafeguardingSettings }) {
  const [contact, setContact] = useState<string>()
  return (
    <>
      {contact !== undefined && (
        <Banner tone="warn" title="Nothing was stored">
          {`No safeguarding lead may read this. Call now: ${contact || 'the child protection line of your state'}.`}
        </Banner>
      )}
      {settings.isLead && <LeadsConcerns />}
      <Card title="New concern" help="In danger, call 911 first. Afterwards you see only its number and time.">
        <ConcernForm onRefused={setContact} />
      </Card>
      <OwnConcerns />
    </>
  )
}

function OwnConcerns() {
  const zone = useZone()
  const own = useQuery(concernsApi.listOwnConcerns({ query: { limit: 50 } }))
  if (!own.data || own.data.length === 0) return null
  return (
    <Card title="Recorded by you">
      <ul className={panel.list}>
        {own.data.map(({ number, writtenAt }) => (
          <li key={number} className={panel.row}>
            <span>
              No. {number} · <DateTime value={writtenAt} zone={zone} />
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
