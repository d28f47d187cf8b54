/** Tests that draw wait as generously as the others for what comes: a busy machine takes its time. */
import { configure } from '@testing-library/svelte';

configure({ asyncUtilTimeout: 20_000 });
