import { useState } from 'react'
import { t } from '../text.ts'
import { Button } from '../ui/actions/Button.tsx'
import * as styles from './AuthLayout.css.ts'

interface ChooseOrganizationProps {
  organizations: readonly { tenantId: string | null; tenantName: string }[]
  text?: string
  choose: (tenantId: string | null) => Promise<void>
  goBack: () => void
}

/** The same email and password fit several organizations: which of them is meant? */
export function ChooseOrganization({
  organizations,
  text = 'Your email and password belong to several. Where do you want to go?',
  choose,
  goBack,
}: ChooseOrganizationProps) {
  const [chosen, setChosen] = useState<string>()
  return (
    <section className={styles.invitation} aria-label={t('Choose an organization')}>
      <h2 className={styles.invitationTitle}>{t('Choose an organization')}</h2>
      <p className={styles.invitationText}>{text}</p>
      <ul className={styles.choices}>
        {organizations.map(({ tenantId, tenantName }, index) => (
          <li key={tenantId}>
            <Button
              fullWidth
              size="large"
              autoFocus={index === 0}
              isPending={chosen === tenantName}
              onPress={() => {
                setChosen(tenantName)
                void choose(tenantId).finally(() => setChosen(undefined))
              }}
            >
              {tenantName}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onPress={goBack}>
        {t('Use other credentials')}
      </Button>
    </section>
  )
}
