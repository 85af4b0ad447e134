import assert from "node:assert/strict";
import test from "node:test";

import * as money from "../../src/croupier/server/page/js/money.js";

test("there is money", () => assert.ok(Object.keys(money).length));
