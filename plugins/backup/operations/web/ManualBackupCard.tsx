import { DatabaseBackup, Zap } from 'lucide-react'
import { useState } from 'react'
import { useFoundOptions } from '#core/web/foundOptions.ts'
import { usePlatform } from '#core/web/session.ts'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ComboBox } from '#core/web/ui/fields/ComboBox.tsx'
import type { Option } from '#core/web/ui/fields/OptionItem.tsx'
import { RadioGroup } from '#core/web/ui/fields/RadioGroup.tsx'
import * as styles from '../../shared/web/BackupPage.css.ts'
import { tenantsApi } from './client.ts'
import type { BackupActs } from './useBackupActs.ts'

const subjects = [
  { id: 'everything' as const, label: 'Everything', description: 'All organizations and the platform itself' },
  { id: 'organization' as const, label: 'One organization', description: 'Can be restored beside the others' },
]

/** Makes a backup now. */
export function ManualBackupCard({ acts: { create, trigger } }: { acts: BackupActs }) {
  const [subject, setSubject] = useState<'everything' | 'organization'>('everything')
  const [organization, setOrganization] = useState<Option | null>(null)
  const hasOrganizations = usePlatform().plugins.includes('tenants')
  const isOfOne = subject === 'organization'
  return (
    <Card title="Manual backup" help="Runs without downtime and captures a single point in time.">
      {hasOrganizations && (
        <div className={styles.fields}>
          <RadioGroup label="What to back up" options={subjects} value={subject} onChange={setSubject} />
          {isOfOne && <OrganizationField value={organization} onChange={setOrganization} />}
        </div>
      )}
      <p className={styles.hint}>
        The scheduled backup holds everything; after it, backups that are no longer kept are deleted.
      </p>
      <div className={styles.buttons}>
        <Button
          variant="primary"
          icon={<DatabaseBackup size={16} aria-hidden />}
          isPending={create.isPending}
          isDisabled={isOfOne && !organization}
          onPress={() => create.mutate({ body: isOfOne && organization ? { tenantId: organization.id } : {} })}
        >
          Create Backup
        </Button>
        <Button icon={<Zap size={16} aria-hidden />} isPending={trigger.isPending} onPress={() => trigger.mutate()}>
          Trigger scheduled backup now
        </Button>
      </div>
    </Card>
  )
}

interface OrganizationFieldProps {
  value: Option | null
  onChange: (organization: Option | null) => void
}

function OrganizationField({ value, onChange }: OrganizationFieldProps) {
  const { found, comboBox } = useFoundOptions(
    (search) => tenantsApi.listTenants.page({ query: { search, limit: 20 } }),
    ({ id, name, subdomain }) => ({ id, label: name, description: subdomain }),
  )
  return (
    <ComboBox
      label="Organization"
      placeholder="Search by name"
      value={value?.id ?? null}
      selectedLabel={value?.label}
      onChange={(chosen) => onChange(comboBox.options.find(({ id }) => id === chosen) ?? null)}
      {...comboBox}
      emptyText={found.isError ? 'The organizations could not be loaded' : 'No organization found'}
    />
  )
}
