import { usePlatform } from '#core/web/session.ts'
import { Switch } from '#core/web/ui/fields/Switch.tsx'
import type { TenantSubscription } from '../contract.ts'

interface AutomaticUpgradesProps {
  subscription: TenantSubscription
  onSwitch: (enabled: boolean) => void
}

/** True if a plugin upgrades plans automatically; otherwise limits are hard. */
export const useHasUpgrades = (): boolean => usePlatform().plugins.includes('automation')

/** Switches automatic upgrades on or off, for the organization's admins and for super admins. */
export function AutomaticUpgrades({ subscription, onSwitch }: AutomaticUpgradesProps) {
  if (!useHasUpgrades()) return null
  return (
    <Switch
      label="Automatic upgrades"
      help={
        subscription.autoUpgradeEnabled
          ? 'Going over a limit moves the plan to a larger one with the next billing period. Admins are notified and can decline.'
          : 'Nothing can be added above a limit.'
      }
      isSelected={subscription.autoUpgradeEnabled}
      onChange={onSwitch}
    />
  )
}
