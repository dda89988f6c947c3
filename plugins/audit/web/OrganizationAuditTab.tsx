import { useState } from 'react'
import { useLacking } from '#core/web/session.ts'
import { PlanNotice } from '#core/web/shell/PlanNotice.tsx'
import { useSearchText } from '#core/web/ui/lists/searchText.ts'
import { defaultAuditRange } from '../contract.ts'
import { AuditLog } from './AuditLog.tsx'
import * as styles from './AuditLog.css.ts'
import { ExportButton } from './ExportButton.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import type { Filters } from './filters.ts'
import { useActs } from './useActs.ts'

const everything: Omit<Filters, 'search'> = { category: undefined, severity: undefined, range: defaultAuditRange }

/** Audit log of the organization, for its admins. The address holds the tab, so the filters are not in it. */
export function OrganizationAuditTab() {
  const [chosen, choose] = useState(everything)
  const [text, setText, settled] = useSearchText()
  const isLacking = useLacking('audit-export') !== undefined
  const filters: Filters = { ...chosen, search: settled }
  const found = useActs('organization', filters, text, text.trim() !== settled)
  return (
    <div className={styles.tab}>
      <div className={styles.tabHead}>
        <p className={styles.summary}>Who did what in this organization. Entries cannot be changed or removed.</p>
        <div className={styles.acts}>
          <RefreshButton refetch={found.query.refetch} />
          <ExportButton filters={filters} of="organization" isDisabled={isLacking} />
        </div>
      </div>
      <PlanNotice needs="audit-export" />
      <AuditLog
        {...found}
        filters={filters}
        text={text}
        onSearch={setText}
        onChange={(change) => choose({ ...chosen, ...change })}
        onClear={() => {
          setText('')
          choose({ ...chosen, category: undefined, severity: undefined })
        }}
      />
    </div>
  )
}
