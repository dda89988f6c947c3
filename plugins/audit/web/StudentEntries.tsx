import { useInfiniteQuery } from '@tanstack/react-query'
import type { StudentShown } from '#core/web/slots.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { Panel } from '#core/web/ui/lists/Panel.tsx'
import * as panel from '#core/web/ui/lists/Panel.css.ts'
import type { AuditLog } from '../contract.ts'
import { who } from './Act.tsx'
import { tenantAuditApi } from './client.ts'
import { Changed } from './Metadata.tsx'
import { metadataInWords } from './metadata.ts'

const PAGE_SIZE = 25

/** Lists entries of the audit log that refer to a student, for admins. */
export function StudentEntries({ studentId, zone }: StudentShown) {
  const query = useInfiniteQuery(
    tenantAuditApi.listTenantAuditLogs.infinite({ query: { about: studentId }, limit: PAGE_SIZE }),
  )
  return (
    <Panel
      title="Family, consents, pickups and other changes"
      query={query}
      rows={query.data?.rows}
      empty="Changes of guardians, restrictions, consents and authorized pickups are listed here."
      more={
        query.hasNextPage && (
          <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
            Show more
          </Button>
        )
      }
    >
      {(act) => <Entry act={act} zone={zone} />}
    </Panel>
  )
}

function Entry({ act, zone }: { act: AuditLog; zone: string }) {
  const { changes, facts } = metadataInWords(act, zone)
  // Some values, such as phones, are in no entry: the log has the names of their fields.
  const changed = facts.find(({ label }) => label === 'Changed')
  return (
    <>
      <span className={panel.name}>{act.description}</span>
      <span className={panel.details}>
        <span>{who(act)}</span>
        <DateTime value={act.createdAt} zone={zone} />
      </span>
      {changes.map((change) => (
        <span key={change.label} className={panel.details}>
          <span>
            {change.label}: {change.before === undefined ? change.after : <Changed change={change} />}
          </span>
        </span>
      ))}
      {changed && <span className={panel.details}>Changed: {changed.value}</span>}
    </>
  )
}
