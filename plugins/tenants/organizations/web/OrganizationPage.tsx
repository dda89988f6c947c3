import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { organizationCards } from '#core/web/slots.ts'
import { Contributions } from '#core/web/shell/Contributions.tsx'
import { TextLink } from '#core/web/ui/actions/TextLink.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { MenuButton } from '#core/web/ui/actions/MenuButton.tsx'
import { DateTime } from '#core/web/ui/display/DateTime.tsx'
import { EmailAddress } from '#core/web/ui/display/EmailAddress.tsx'
import { Facts } from '#core/web/ui/display/Facts.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { ErrorState } from '#core/web/ui/feedback/ErrorState.tsx'
import { Skeleton } from '#core/web/ui/feedback/Skeleton.tsx'
import { Breadcrumbs } from '#core/web/ui/layout/Breadcrumbs.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { Page } from '#core/web/ui/layout/Page.tsx'
import type { Organization } from '../contract.ts'
import { OrganizationAddress } from './OrganizationAddress.tsx'
import { PlanBadge, StatusBadge } from './OrganizationBadges.tsx'
import { OrganizationLooks } from './OrganizationLooks.tsx'
import * as styles from './OrganizationPage.css.ts'
import { organizationsApi } from './client.ts'
import { useOrganizationActions } from './useOrganizationActions.tsx'
import { useHasPlans } from './usePlans.ts'

const route = getRouteApi('/shell/tenants/$tenantId')

/** Page of one organization for super admins: its own cards, and those of the plugins. */
export function OrganizationPage() {
  const { tenantId } = route.useParams()
  const found = useQuery(organizationsApi.getTenant({ params: { id: tenantId } }))
  const { actions, edit, dialogs } = useOrganizationActions()
  const organization = found.data
  const title = organization?.name ?? 'Organization'
  return (
    <Page
      title={title}
      help={organization && <OrganizationAddress subdomain={organization.subdomain} />}
      above={<Breadcrumbs trail={[{ label: 'Organizations', href: '/tenants' }]} current={title} />}
      actions={
        organization && (
          <>
            <Button icon={<Pencil size={16} aria-hidden />} onPress={() => edit(organization)}>
              Edit
            </Button>
            <MenuButton label={`Actions for ${organization.name}`} items={actions(organization)} />
          </>
        )
      }
    >
      {found.error && !organization ? (
        <ErrorState title="The organization could not be loaded" error={found.error} onRetry={found.refetch} />
      ) : organization ? (
        <>
          {organization.suspensionReason && (
            <Banner tone="warn" title="Suspended">
              {organization.suspensionReason}
            </Banner>
          )}
          <div className={styles.cards}>
            <AboutCard organization={organization} />
            <Contributions
              to={organizationCards}
              props={{ tenantId, name: organization.name }}
              fallback={<Skeleton height={240} />}
            />
            <OrganizationLooks organization={organization} />
          </div>
        </>
      ) : (
        <div className={styles.cards} aria-busy="true">
          <Skeleton height={240} />
          <Skeleton height={240} />
        </div>
      )}
      {dialogs}
    </Page>
  )
}

function AboutCard({ organization }: { organization: Organization }) {
  const { status, plan, adminEmail, createdAt, updatedAt } = organization
  const hasPlans = useHasPlans()
  return (
    <Card title="About">
      <Facts
        facts={[
          ['Status', <StatusBadge key="status" status={status} />],
          ...(hasPlans ? ([['Plan', <PlanBadge key="plan" plan={plan} />]] as const) : []),
          [
            'Contact',
            <TextLink key="contact" href={`mailto:${adminEmail}`}>
              <EmailAddress email={adminEmail} />
            </TextLink>,
          ],
          ['Created', <DateTime key="created" value={createdAt} show="date" />],
          ['Last changed', <DateTime key="changed" value={updatedAt} />],
        ]}
      />
    </Card>
  )
}
