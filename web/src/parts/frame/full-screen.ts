let isWanted = false

/**
 * Makes the page full screen: browsers allow it only as an answer to a click or a key, and if they refuse it still
 * fills the window.
 */
export async function fillScreen(): Promise<void> {
  isWanted = true
  try {
    await document.documentElement.requestFullscreen?.()
  } catch {
    return
  }
  // Browsers take a moment, and the person may have left meanwhile.
  if (!isWanted) leaveFullScreen()
}

/** Ends what {@link fillScreen} began, also while the browser is still at it. */
export function leaveFullScreen(): void {
  isWanted = false
  if (document.fullscreenElement) void document.exitFullscreen()
}
