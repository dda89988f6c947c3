import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as styles from '#core/web/ui/lists/Panel.css.ts'
import { useZone } from '../../../shared/web/zone.ts'
import type { Attention } from '../contract.ts'
import { dashboardsApi, REFRESH_INTERVAL_MS } from './client.ts'

/** Lists what needs attention, each leading to where it is. */
export function NeedsAttention() {
  // Read anew each time, since it is done away with on other pages.
  const attention = useQuery({
    ...dashboardsApi.listAttention(),
    refetchOnMount: 'always',
    refetchInterval: REFRESH_INTERVAL_MS,
  })
  // One student or session may be in several of them.
  const rows = attention.data?.map((item) => ({ id: `${item.kind} ${item.meetingId ?? item.id}`, item }))
  return (
    <Panel title="Needs attention" query={attention} rows={rows} empty="You’re all caught up" isShort>
      {({ item }) => <AttentionRow item={item} />}
    </Panel>
  )
}

const kindLabels: Record<Attention['kind'], { label: string; tone: 'red' | 'amber' | 'blue' }> = {
  attendance: { label: 'Attendance', tone: 'red' },
  alert: { label: 'Alert line', tone: 'red' },
  health: { label: 'Health', tone: 'amber' },
  waiting: { label: 'Waitlist', tone: 'blue' },
  consent: { label: 'Consents', tone: 'blue' },
  erasure: { label: 'Erasure', tone: 'amber' },
  judging: { label: 'Judging', tone: 'blue' },
  name: { label: 'Name', tone: 'blue' },
  bounced: { label: 'Email bounces', tone: 'amber' },
}

function AttentionRow({ item }: { item: Attention }) {
  const { label, tone } = kindLabels[item.kind]
  const zone = useZone()
  return (
    <>
      <div className={styles.line}>
        <span className={styles.name}>
          <AttentionLink item={item} />
        </span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <div className={styles.details}>
        <span>{wordsOf(item)}</span>
        {item.at && <DateTime value={item.at} zone={zone} />}
      </div>
    </>
  )
}

function AttentionLink({ item: { kind, id, name, meetingId } }: { item: Attention }) {
  switch (kind) {
    case 'attendance':
    case 'waiting':
      return (
        <PageLink
          to="/sessions/$id"
          params={{ id }}
          search={kind === 'attendance' ? { tab: 'attendance', meeting: meetingId } : {}}
        >
          {name}
        </PageLink>
      )
    case 'alert':
    case 'health':
      return (
        <PageLink to="/students/$id" params={{ id }} search={{ tab: 'health' }}>
          {name}
        </PageLink>
      )
    case 'erasure':
      return (
        <PageLink to="/org-settings" search={{ tab: 'data' }}>
          {name}
        </PageLink>
      )
    case 'name':
      return (
        <PageLink to="/org-settings" search={{ tab: 'people' }}>
          {name}
        </PageLink>
      )
    case 'bounced':
      return (
        <PageLink to="/org-settings" search={{ tab: 'people', search: name }}>
          {name}
        </PageLink>
      )
    case 'judging':
      return (
        <PageLink to="/challenges/$id/judging" params={{ id }}>
          {name}
        </PageLink>
      )
    case 'consent':
      return (
        <PageLink to="/org-settings/consents/$consentId" params={{ consentId: id }}>
          {name}
        </PageLink>
      )
  }
}

function wordsOf({ kind, count }: Attention): string {
  const isOne = count === 1
  switch (kind) {
    case 'attendance':
      return isOne ? '1 student is not marked' : `${count} students are not marked`
    case 'alert':
      return 'No one has written what staff must do at once'
    case 'health':
      return isOne ? 'A guardian suggests an edit' : `Guardians propose ${count} changes`
    case 'waiting':
      return isOne ? '1 student is on a waitlist' : `${count} students are on a waitlist`
    case 'erasure':
      return 'Deletion request. Answer by'
    case 'name':
      return 'Requests another name on record. Since'
    case 'bounced':
      return isOne ? '1 family can’t be reached by email. Since' : `${count} families can’t be reached by email. Since`
    case 'judging':
      return isOne ? '1 student waits for your points' : `${count} students wait for your points`
    case 'consent':
      return isOne
        ? '1 answer is missing, has expired or expires soon'
        : `${count} answers are missing, have expired or expire soon`
  }
}
