/** The API reference at /docs: Redoc, which shows every `<redoc>` element of the page as it loads. */

import "redoc/bundles/redoc.standalone.js";
import "./reference.css";
