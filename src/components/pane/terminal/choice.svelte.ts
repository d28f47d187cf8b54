/** Which terminals there are, which one is shown, and whether it is read aloud: for as long as the page lives. */

export const choice = $state({ names: ['1'] as readonly string[], name: '1', aloud: false });
