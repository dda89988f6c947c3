import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#core/web/links.ts'
import type { OrganizationShown } from '#core/web/slots.ts'
import { RelativeTime } from '#core/web/ui/display/DateTime.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import { who } from './Act.tsx'
import { auditApi } from './client.ts'

const MAX_SHOWN = 5

/** Latest acts in an organization, on its page for super admins. */
export function OrganizationAuditCard({ tenantId }: OrganizationShown) {
  const found = useQuery(auditApi.listAuditLogs({ query: { tenantId, range: '90d', limit: MAX_SHOWN } }))
  return (
    <Panel
      title="Latest events"
      query={found}
      rows={found.data}
      skeletons={MAX_SHOWN}
      empty="Nothing happened here in the last 90 days."
      action={
        <PageLink to="/audit" search={{ tenantId, range: '90d' }}>
          Audit log
        </PageLink>
      }
    >
      {(act) => (
        <>
          <span className={panel.name}>{act.description}</span>
          <span className={panel.details}>
            <span>{who(act)}</span>
            <RelativeTime value={act.createdAt} />
            {!act.success && <span>Failed</span>}
          </span>
        </>
      )}
    </Panel>
  )
}
