import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { Badge } from '#core/web/ui/display/Badge.tsx'
import { Button } from '#core/web/ui/actions/Button.tsx'
import { Card } from '#core/web/ui/layout/Card.tsx'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { FormTextField } from '#core/web/ui/forms/FormTextField.tsx'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import * as styles from './MaintenancePage.css.ts'
import { SettingsForm } from './SettingsForm.tsx'
import { SettingsPage } from './SettingsPage.tsx'
import { useSaveSettings, useSettings } from './useSettings.ts'

export function MaintenancePage() {
  const { data: settings } = useSettings()
  return (
    <SettingsPage path="/settings/maintenance">
      {settings && <MaintenanceSwitch isOn={settings.enableMaintenanceMode} message={settings.maintenanceMessage} />}
      <SettingsForm label="Maintenance message" title="Message" fields={['maintenanceMessage']}>
        <FormTextField
          name="maintenanceMessage"
          label="What people read meanwhile"
          multiline
          rows={4}
          help="Say when they can come back. Plain text of at most 1,000 characters; markup is shown as it is written."
        />
        <Preview />
      </SettingsForm>
    </SettingsPage>
  )
}

function MaintenanceSwitch({ isOn, message }: { isOn: boolean; message: string }) {
  const save = useSaveSettings()
  const [isAsking, setAsking] = useState(false)
  const change = async (enableMaintenanceMode: boolean) => {
    await save({ enableMaintenanceMode })
    notify({ title: enableMaintenanceMode ? 'Maintenance mode is on' : 'Maintenance mode is off' })
  }
  return (
    <Card
      title={
        <span className={styles.state}>
          Maintenance mode <Badge tone={isOn ? 'amber' : 'neutral'}>{isOn ? 'On' : 'Off'}</Badge>
        </span>
      }
    >
      <div className={styles.state}>
        <p className={styles.words}>
          {isOn
            ? 'Only super admins can work. Everyone else sees the message below instead of their page.'
            : 'Everyone can work as usual.'}
        </p>
        <Button variant={isOn ? 'primary' : 'secondary'} onPress={() => setAsking(true)}>
          {isOn ? 'Turn off maintenance mode' : 'Turn on maintenance mode'}
        </Button>
      </div>
      <ConfirmDialog
        title={isOn ? 'Turn off maintenance mode?' : 'Turn on maintenance mode?'}
        confirmLabel={isOn ? 'Turn off' : 'Turn on'}
        tone={isOn ? 'primary' : 'danger'}
        isOpen={isAsking}
        onOpenChange={setAsking}
        onConfirm={() => change(!isOn)}
      >
        {isOn ? (
          'Everyone can work again at once.'
        ) : (
          <>
            Everyone in every organization is interrupted at once, and what they have not saved may be lost. They read:
            <span className={styles.message}> “{message}”</span>
          </>
        )}
      </ConfirmDialog>
    </Card>
  )
}

/** The message as people see it, while it is written. */
function Preview() {
  const message = useWatch({ name: 'maintenanceMessage' }) as string
  return (
    <figure className={styles.preview} aria-label="Preview">
      <figcaption className={styles.caption}>Preview</figcaption>
      <p className={styles.title}>Maintenance</p>
      <p className={styles.message}>{message}</p>
    </figure>
  )
}
