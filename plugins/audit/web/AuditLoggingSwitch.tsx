import { FormSwitch } from '#core/web/ui/forms/FormFields.tsx'

export function AuditLoggingSwitch() {
  return (
    <FormSwitch
      name="enableAuditLogging"
      label="Audit logging"
      help="Records who did what. While it is off, nothing is recorded; existing entries stay."
    />
  )
}
