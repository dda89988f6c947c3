import { useMutation } from '@tanstack/react-query'
import { ArrowLeftRight } from 'lucide-react'
import { ARRIVAL_PATH } from '#core/contract/hand-over.ts'
import { switchContract, type OwnOrganization } from '#core/contract/switch.ts'
import { t } from '../text.ts'
import { createClient } from '../client.ts'
import { originOf } from '../hosts.ts'
import { sendForm } from '../sendForm.ts'
import { usePlatform } from '../session.ts'
import { IconButton } from '../ui/actions/IconButton.tsx'
import { MenuButton } from '../ui/actions/MenuButton.tsx'
import { VisuallyHidden } from '../ui/layout/VisuallyHidden.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { notify } from '../ui/feedback/notificationQueue.ts'
import * as styles from './Sidebar.css.ts'

const switchApi = createClient(switchContract)

/** Leads to the user's other organizations, with what waits there. */
export function OrganizationSwitcher({ organizations }: { organizations: readonly OwnOrganization[] }) {
  const { platformDomain } = usePlatform()
  const switching = useMutation(switchApi.switchOrganization.mutation())
  const originAt = ({ subdomain }: OwnOrganization) => originOf(`${subdomain}.${platformDomain}`)
  const goTo = async (organization: OwnOrganization) => {
    try {
      const { token } = await switching.mutateAsync({ params: { tenantId: organization.tenantId } })
      sendForm(originAt(organization) + ARRIVAL_PATH, { token, next: '/' })
    } catch (error) {
      notify({
        title: t('Could not open {name}', { name: organization.name }),
        description: errorText(error),
        tone: 'destructive',
      })
    }
  }
  const sum = organizations.reduce((total, { waiting }) => total + waiting, 0)
  return (
    <span className={styles.switcher}>
      <MenuButton
        label={t('Your organizations')}
        items={organizations.map((organization) => ({
          label: organization.name,
          description: [
            ...(organization.waiting > 0
              ? [t.count(organization.waiting, '{count} unread message', '{count} unread messages')]
              : []),
            ...(organization.needsSignIn ? [t('Sign in there')] : []),
          ].join(' · '),
          ...(organization.needsSignIn
            ? { href: originAt(organization) }
            : { onAction: () => void goTo(organization) }),
        }))}
      >
        <IconButton label={t('Switch organization')} isPending={switching.isPending}>
          <ArrowLeftRight size={18} aria-hidden />
        </IconButton>
      </MenuButton>
      {sum > 0 && (
        <span className={styles.waiting}>
          <span aria-hidden>{sum > 99 ? '99+' : sum}</span>
          <VisuallyHidden>
            {t.count(
              sum,
              '{count} unread message in your other organizations',
              '{count} unread messages in your other organizations',
            )}
          </VisuallyHidden>
        </span>
      )}
    </span>
  )
}
