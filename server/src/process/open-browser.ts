import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Whether a person may be in front of this machine, with a screen: not in CI, in a container or over SSH.
 * `BROWSER=none` disables it, as with other tools.
 */
export function hasScreen(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
  isContainer = ['/.dockerenv', '/run/.containerenv'].some((file) => existsSync(file)),
): boolean {
  const { CI, SSH_CONNECTION, BROWSER, DISPLAY, WAYLAND_DISPLAY } = environment
  if (CI || SSH_CONNECTION || BROWSER === 'none' || isContainer) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(DISPLAY || WAYLAND_DISPLAY)
}

/** Opens an address in the person's browser. Does nothing without one: the address is on their screen as well. */
export function openBrowser(address: string, platform: NodeJS.Platform = process.platform): void {
  const [command, ...given] =
    platform === 'darwin'
      ? ['open']
      : platform === 'win32'
        ? ['cmd', '/c', 'start', '""']
        : ['xdg-open']
  const opening = spawn(command as string, [...given, address], {
    stdio: 'ignore',
    detached: true,
    windowsVerbatimArguments: true,
  })
  opening.on('error', () => undefined)
  opening.unref()
}
