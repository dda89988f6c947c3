import { CalendarDays, KeyRound, Mail, Users } from 'lucide-react'
import { PageLink } from '#core/web/links.ts'
import { Checkbox } from '#core/web/ui/fields/Checkbox.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import type { Selection } from '#core/web/ui/lists/selection.ts'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { Organization } from '../contract.ts'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import { OrganizationAddress } from './OrganizationAddress.tsx'
import { PlanBadge, StatusBadge } from './OrganizationBadges.tsx'
import * as styles from './OrganizationCard.css.ts'
import { contactSignsIn, usersText } from './organizationLabels.ts'
import { useHasPlans } from './usePlans.ts'

interface OrganizationCardProps {
  organization: Organization
  actions: readonly MenuEntry[]
  selection: Selection<Organization>
}

export function OrganizationCard({ organization, actions, selection }: OrganizationCardProps) {
  const { id, name, subdomain, adminEmail, adminSignIn, plan, status, createdAt, userCount, suspensionReason } =
    organization
  const hasPlans = useHasPlans()
  const signsIn = contactSignsIn(organization)
  const isClosed = status === 'suspended' || status === 'inactive'
  return (
    <Card
      title={
        <PageLink to="/tenants/$tenantId" params={{ tenantId: id }}>
          {name}
        </PageLink>
      }
      isDimmed={isClosed}
      help={<OrganizationAddress subdomain={subdomain} />}
      actions={
        <>
          <Checkbox
            className={styles.choice}
            label={`Choose ${name}`}
            isLabelHidden
            isSelected={selection.isChosen(organization)}
            onChange={(isChosen) => selection.choose(organization, isChosen)}
          />
          <MenuButton label={`Actions for ${name}`} items={actions} />
        </>
      }
    >
      <div className={styles.badges}>
        <StatusBadge status={status} />
        {hasPlans && <PlanBadge plan={plan} isNamed />}
      </div>
      <dl className={styles.facts}>
        <div className={styles.fact}>
          <dt className={styles.term}>
            <Mail size={16} aria-hidden /> {signsIn ? 'Admin' : 'Contact'}
          </dt>
          <dd className={styles.detail}>
            <EmailAddress email={adminEmail} />
          </dd>
        </div>
        {!signsIn && (
          <div className={styles.fact}>
            <dt className={styles.term}>
              <KeyRound size={16} aria-hidden /> Signs in
            </dt>
            <dd className={styles.detail}>{adminSignIn ? <EmailAddress email={adminSignIn} /> : 'No admin'}</dd>
          </div>
        )}
        <div className={styles.fact}>
          <dt className={styles.term}>
            <Users size={16} aria-hidden /> Active accounts
          </dt>
          <dd className={styles.detail}>
            <PageLink
              to="/users"
              search={{ tenantId: id }}
              className={styles.users}
              aria-label={`${usersText(userCount)} of ${name}`}
            >
              {usersText(userCount)}
            </PageLink>
          </dd>
        </div>
        <div className={styles.fact}>
          <dt className={styles.term}>
            <CalendarDays size={16} aria-hidden /> Created
          </dt>
          <dd className={styles.detail}>
            <DateTime value={createdAt} show="date" />
          </dd>
        </div>
      </dl>
      {suspensionReason && <p className={styles.reason}>Suspended: {suspensionReason}</p>}
    </Card>
  )
}
